import type { OperationId } from '@partner-rating/client';
import type { ExampleName } from '@partner-rating/client/testing';

/** One coherent story: which of its examples each operation answers with. */
export interface Scenario {
  /** What has happened, and what a client shows of it, in a sentence or two. */
  description: string;
  /** The player it is about. */
  player: string;
  /** The example by operation; where an operation is not named, `everywhere`, or its usual answer. */
  answers?: Partial<Record<OperationId, ExampleName>>;
  /** The answer of every operation that documents this example. */
  everywhere?: ExampleName;
}

/** The players of the examples. */
export const players = {
  mike: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  sofia: 'mem_01jqa4k8n2p6w0d9r7e5c3j1fs',
  carmen: 'mem_01jqb7r4d8x2h6v0m9k5t3w1zc',
};
