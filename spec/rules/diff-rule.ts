/** A field in one of the two compared documents. */
export interface Side {
  value: unknown;
}

/** A difference between two documents, as Redocly passes it to a diff rule. */
interface Change {
  kind: 'added' | 'removed' | 'modified';
  /** JSON pointer into the document. */
  path: string;
  /** The field that was modified. */
  property?: string;
  base?: Side;
  revision?: Side;
}

interface ChangeContext {
  report: (finding: { message: string }) => void;
  /** Whether the place is part of requests, of responses, or of both. */
  getDirections: () => ('request' | 'response')[];
}

/** A rule of `redocly diff`. */
export type DiffRule = () => {
  [node: string]: (change: Change, context: ChangeContext) => void;
};
