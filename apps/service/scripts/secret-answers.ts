import type { Files } from '@partner-rating/codegen/model';
import type { DocumentReader } from '@partner-rating/spec/document';

/** Returns the list of the operations whose answers are stored for an `Idempotency-Key` and contain a secret. */
export function secretAnswerFiles(contracts: readonly DocumentReader[]): Files {
  const ids = contracts
    .flatMap(({ operations }) => operations())
    .filter(({ isIdempotent, showsSecret }) => isIdempotent && showsSecret)
    .map(({ id }) => id);
  return {
    'platform/http/secret-answers.gen.ts': [
      '/** The operations that honour an `Idempotency-Key`, and whose response contains a secret (`x-secret`). */',
      'export const secretAnswers: readonly string[] = [',
      ...ids.toSorted().map((id) => `  '${id}',`),
      '];',
      '',
    ].join('\n'),
  };
}
