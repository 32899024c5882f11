import { OperatorError } from '../terminal/operator-error.ts';

/** Refuses what concerns an account, of a member who has none. */
export function noAccount(memberId: string): OperatorError {
  return new OperatorError(
    `${memberId} has no account, so nobody logs in as them. \`member show\` says who they are.`,
  );
}
