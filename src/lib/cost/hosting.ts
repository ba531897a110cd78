/** What self-hosting costs: replicas are rented whole, busy or not. */

export interface HostingOptions {
  /** Requests that one replica answers at full load */
  readonly replicaRequestsPerSecond: number;
  /** Cards of one replica */
  readonly nGpus?: number;
  readonly usdPerGpuHour?: number;
  /** Peak request rate over the mean */
  readonly peakFactor?: number;
  /** Share of full load that is planned for at the peak */
  readonly loadLimit?: number;
}

/** A month of self-hosting, USD. */
export interface HostingBill {
  readonly replicas: number;
  /** The reservation: all replicas, all hours */
  readonly totalUsd: number;
  /** Share of the reservation in which the cards work (usage cost) */
  readonly usedUsd: number;
  readonly idleUsd: number;
  /** Mean load over full load of all replicas */
  readonly usedFraction: number;
}

/** Hours of a billed month: 30 days. */
export const hoursPerMonth = 720;
const secondsPerMonth = hoursPerMonth * 3600;

/**
 * Generations a month that one replica is planned for.
 *
 * full-load rate · load limit / peak factor · 720 h.
 *
 * @example generationsPerReplica({replicaRequestsPerSecond: 1, peakFactor: 3, loadLimit: 0.75}) // 648000
 */
export function generationsPerReplica({
  replicaRequestsPerSecond,
  peakFactor = 3,
  loadLimit = 0.8
}: HostingOptions): number {
  return (fullLoadGenerations({replicaRequestsPerSecond}) * loadLimit) / peakFactor;
}

/**
 * Generations a month that one replica answers when it never idles.
 *
 * @example fullLoadGenerations({replicaRequestsPerSecond: 0.5}) // 1296000
 */
export function fullLoadGenerations({replicaRequestsPerSecond}: HostingOptions): number {
  return replicaRequestsPerSecond * secondsPerMonth;
}

/**
 * What one replica costs a month, USD: cards · $/h · 720 h.
 *
 * @example replicaUsd({replicaRequestsPerSecond: 1, usdPerGpuHour: 2.4}) // 1728
 */
export function replicaUsd({nGpus = 1, usdPerGpuHour = 2.4}: HostingOptions): number {
  return nGpus * usdPerGpuHour * hoursPerMonth;
}

/**
 * A month's bill of a self-hosted fleet, split into used and idle, USD.
 *
 * At least one replica, else ⌈generations / generations a replica is planned for⌉. Prefix hits raise
 * the rate of a replica; they change the bill only through it. Infinity when no request fits.
 * Ignores people, storage, egress and failed cards.
 *
 * @see https://github.com/llm-d/llm-d/issues/1646 reservation against usage cost
 * @example hostingBill(33000, {replicaRequestsPerSecond: 0.5}).totalUsd // 1728
 */
export function hostingBill(generations: number, options: HostingOptions): HostingBill {
  const replicas = replicasFor(generations, generationsPerReplica(options));
  const totalUsd = replicas * replicaUsd(options);
  const fullLoad = replicas * fullLoadGenerations(options);
  const usedFraction = Number.isFinite(replicas) ? generations / fullLoad : NaN;
  return {
    replicas,
    totalUsd,
    usedUsd: totalUsd * usedFraction,
    idleUsd: totalUsd * (1 - usedFraction),
    usedFraction
  };
}

/**
 * Whole replicas for a month's generations, at least one.
 *
 * A load of exactly n replicas takes n: rounding noise of 10⁻¹² does not rent another.
 *
 * @example replicasFor(303000, 120000) // 3
 */
export function replicasFor(generations: number, perReplica: number): number {
  return Math.max(1, Math.ceil((generations / perReplica) * (1 - 1e-12)));
}
