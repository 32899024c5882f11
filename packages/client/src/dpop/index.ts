export { createDpop, type Dpop, type DpopKeyPair, type DpopOptions } from './create-dpop.ts';
export type { DpopKey } from './proof.ts';
