/** Laws are tried on the same values every time; `FC_SEED=7 npx vitest` tries others. */
import fc from "fast-check";

fc.configureGlobal({seed: Number(process.env["FC_SEED"] ?? 1)});
