/** What an operation takes, in the shape the types are generated in. */
export interface OperationData {
  body?: unknown;
  path?: unknown;
  query?: unknown;
}

/** An operation of the document: where it is and, for the type checker, what passes through it. */
export interface Operation<Data extends OperationData, Answer> {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Whether it takes an `Idempotency-Key`, so that it may be sent again. */
  readonly idempotent?: true;
  /** Never set: it ties the types to the operation. */
  readonly types?: { data: Data; answer: Answer };
}

/**
 * A query as a caller may write it: a list also as a single value.
 *
 * @example
 * const query: MembersGetQuery = { memberId: '10482', sport: 'pickleball' };
 */
export type Query<Generated> = {
  [Name in keyof Generated]: Generated[Name] extends readonly (infer Item)[] | undefined
    ? Item | readonly Item[]
    : Generated[Name];
};

/** What an operation is given. */
export interface Input<Data extends OperationData> {
  body?: Data['body'] | undefined;
  path?: Data['path'];
  query?: Query<NonNullable<Data['query']>> | undefined;
}
