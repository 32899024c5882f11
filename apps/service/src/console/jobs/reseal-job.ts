import { sealedOperatorKeys, sealedSecondFactors } from '../../connect/login/second-factor.ts';
import { resealKeyedHashKey } from '../../members/keyed-hash.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sealedAnswers } from '../../platform/http/idempotent-answers.ts';
import {
  acceptSecretsKey,
  type Resealed,
  requireSecretsKeys,
  resealRows,
} from '../../platform/secrets/reseal.ts';
import { createSecretSealing, SecretsKeyError } from '../../platform/secrets/sealing.ts';
import { sealedSigningSecrets } from '../../webhooks/endpoints.ts';
import { recordAct } from '../actions/audited.ts';
import { counted, OperatorError } from '../terminal.ts';
import type { JobContext, JobOutcome } from './run-job.ts';

/** Seals everything with the first key of the settings. */
export async function runReseal(
  { dependencies, onProgress }: JobContext,
  { lost: isLost, dryRun: isDryRun }: { lost: boolean; dryRun: boolean },
): Promise<JobOutcome> {
  const resealed = await resealSecrets(dependencies, {
    isLost,
    isDryRun,
    onProgress: (what, done, total) => {
      const text = `${names[what]}: ${done} of ${total}, ${total - done} remain`;
      onProgress({ done, total, text });
    },
  }).catch(refuse);
  return { summary: linesOf(resealed, isDryRun), result: { ...shortened(resealed) } };
}

interface ResealedSecrets {
  /** By the `client_id` of the application and the endpoint. The lost ones need a new secret. */
  endpoints: Resealed;
  /**
   * By the id of the member. Members with a lost key log in with a recovery code, or an operator turns two-step
   * verification off.
   */
  secondFactors: Resealed;
  /** By the name of the operator. Accounts with a lost key must be reset. */
  operatorKeys: Resealed;
  /** Answers that show a secret, stored for a day for their `Idempotency-Key`. */
  answers: Resealed;
}

/**
 * Seals everything with the first key, and makes it the only key of the database. May run next to the service,
 * and again after an interruption.
 * @throws SecretsKeyError if SECRETS_KEY lacks a key that the database needs, unless `--lost` gives it up.
 */
async function resealSecrets(
  { database, clock, configuration }: Dependencies,
  {
    isLost,
    isDryRun,
    onProgress,
  }: {
    isLost: boolean;
    isDryRun: boolean;
    onProgress: (what: keyof ResealedSecrets, done: number, total: number) => void;
  },
): Promise<ResealedSecrets> {
  const sealing = createSecretSealing(configuration);
  if (!isLost) await requireSecretsKeys(database, sealing);
  const options = (what: keyof ResealedSecrets) => ({
    sealing,
    isDryRun,
    onProgress: (done: number, total: number) => onProgress(what, done, total),
  });
  const resealed = {
    endpoints: await resealRows(database, sealedSigningSecrets, options('endpoints')),
    secondFactors: await resealRows(database, sealedSecondFactors, options('secondFactors')),
    operatorKeys: await resealRows(database, sealedOperatorKeys, options('operatorKeys')),
    answers: await resealRows(database, sealedAnswers, options('answers')),
  };
  if (isDryRun) return resealed;
  const { endpoints, secondFactors } = resealed;
  await database.transaction().execute(async (transaction) => {
    await resealKeyedHashKey(transaction, sealing, { isLost });
    if (!(await acceptSecretsKey(transaction, sealing))) return;
    const details = { lost: endpoints.lost, lostSecondFactors: secondFactors.lost.length };
    await recordAct(transaction, clock(), 'secrets_key.changed', { details });
  });
  return resealed;
}

// Bounds the stored result: nobody reads more names.
const MAX_LOST = 1_500;

/** Returns the result for programs, with as many names as are stored. */
function shortened(resealed: ResealedSecrets) {
  return Object.fromEntries(
    Object.entries(resealed).map(([kind, { lost, ...counts }]) => [
      kind,
      { ...counts, lostRows: lost.length, lost: lost.slice(0, MAX_LOST) },
    ]),
  );
}

const names: Record<keyof ResealedSecrets, string> = {
  endpoints: 'Signing secrets of endpoints',
  secondFactors: 'Keys of two-step verification',
  operatorKeys: 'Keys of operators',
  answers: 'Answers that show a secret',
};

function linesOf(resealed: ResealedSecrets, isDryRun: boolean): string[] {
  const kinds = Object.keys(names) as (keyof ResealedSecrets)[];
  const width = Math.max(...Object.values(names).map(({ length }) => length));
  const done = isDryRun ? 'remain' : 'sealed again, 0 remain';
  const list = (heading: string, lost: readonly string[]) =>
    lost.length === 0
      ? []
      : [
          heading,
          ...lost.slice(0, MAX_LOST).map((one) => `  ${one}`),
          ...(lost.length > MAX_LOST ? [`  … and ${lost.length - MAX_LOST} more`] : []),
        ];
  return [
    ...kinds.map((kind) => {
      const { rows, resealed: changed, lost } = resealed[kind];
      const ofWhich = `${changed} ${done}, ${lost.length} lost`;
      return `${names[kind].padEnd(width)}  ${counted(rows, 'row', 'rows')}: ${ofWhich}`;
    }),
    ...list(
      'Ask these partners to rotate the secret of the endpoint, or to set it again:',
      resealed.endpoints.lost,
    ),
    ...list(
      'These players can log in only with a recovery code until they set it up again:',
      resealed.secondFactors.lost,
    ),
    ...list(
      'These operators cannot log in until `account reset` gives them a new link:',
      resealed.operatorKeys.lost,
    ),
  ];
}

function refuse(error: unknown): never {
  if (!(error instanceof SecretsKeyError)) throw error;
  throw new OperatorError(
    'This database was sealed with a key that SECRETS_KEY lacks. Give it with the new one, as NEW,OLD, or say ' +
      '--lost where nobody has it any more.',
    { cause: error },
  );
}
