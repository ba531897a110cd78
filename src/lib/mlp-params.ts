import type {DenseMlp, Mlp, MoeMlp} from "./model.js";

/** Parameters of one feed-forward block, by role. */
export interface MlpParams {
  /** Matrices of an MLP that every token passes */
  readonly dense: number;
  /** Matrices of all routed experts */
  readonly experts: number;
  /** Matrices of the experts that one token passes */
  readonly activeExperts: number;
  /** Matrices of the shared experts, with the projections into and out of a latent width */
  readonly shared: number;
  /** The projection that scores the experts, and the gate of the shared one */
  readonly router: number;
  /** Biases of the MLP, of the router and of all experts */
  readonly biases: number;
  /** Biases that one token meets */
  readonly activeBiases: number;
  /** Norm weights inside the block */
  readonly norms: number;
}

/**
 * Parameters of one MLP or mixture of experts.
 *
 * A gated MLP is 3·D·F, a plain one 2·D·F; E experts of width F, of which k serve a token, a D·E
 * router, and a shared expert of its own width. Ignores capacity buffers and expert copies.
 *
 * @see https://arxiv.org/abs/2401.04088 section 2.1 (Mixtral)
 * @example mlpParams({kind: "dense", intermediateSize: 14336, gated: true, bias: false}, 4096).dense // 176160768
 */
export function mlpParams(mlp: Mlp, hiddenSize: number): MlpParams {
  return mlp.kind === "dense" ? denseParams(mlp, hiddenSize) : moeParams(mlp, hiddenSize);
}

function denseParams({intermediateSize, gated, bias}: DenseMlp, hiddenSize: number): MlpParams {
  const biases = bias ? (gated ? 2 : 1) * intermediateSize + hiddenSize : 0;
  return {
    dense: (gated ? 3 : 2) * hiddenSize * intermediateSize,
    experts: 0,
    activeExperts: 0,
    shared: 0,
    router: 0,
    biases,
    activeBiases: biases,
    norms: 0
  };
}

function moeParams(mlp: MoeMlp, hiddenSize: number): MlpParams {
  const {nExperts, nExpertsPerToken, expertIntermediateSize: width, latentSize} = mlp;
  const nMatrices = mlp.gated ? 3 : 2;
  const expertWidth = latentSize ?? hiddenSize;
  const expert = nMatrices * expertWidth * width;
  const expertBias = mlp.expertBias ? (nMatrices - 1) * width + expertWidth : 0;
  const routerBias = mlp.routerBias ? nExperts : 0;
  return {
    dense: 0,
    experts: nExperts * expert,
    activeExperts: nExpertsPerToken * expert,
    shared:
      nMatrices * hiddenSize * mlp.sharedIntermediateSize + 2 * hiddenSize * (latentSize ?? 0),
    router: hiddenSize * (nExperts + (mlp.sharedGate ? 1 : 0)),
    biases: nExperts * expertBias + routerBias,
    activeBiases: nExpertsPerToken * expertBias + routerBias,
    norms: mlp.latentNorm ? expertWidth : 0
  };
}
