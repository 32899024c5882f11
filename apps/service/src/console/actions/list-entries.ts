import { sealedOperatorKeys, sealedSecondFactors } from '../../connect/login/second-factor.ts';
import { resealKeyedHashKey } from '../../members/keyed-hash.ts';
import {
  type AuditFilter,
  type ListedEntry,
  listAudit,
  recordAudit,
} from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sealedAnswers } from '../../platform/http/idempotent-answers.ts';
import {
  acceptSecretsKey,
  type Resealed,
  requireSecretsKeys,
  resealRows,
} from '../../platform/secrets/reseal.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { sealedSigningSecrets } from '../../webhooks/endpoints.ts';
import { requireMember } from './find-members.ts';
import { requireApplication } from './partners.ts';

/** Which entries of the audit an operator asks for. */
export interface EntryOptions
  extends Pick<AuditFilter, 'since' | 'until' | 'actor' | 'action' | 'operator'> {
  /** The `client_id` of the partner they concern. */
  partner?: string | undefined;
  /** The member they concern: an id or a member number. */
  member?: string | undefined;
  /** Goes on after the entry with this number. */
  before?: number | undefined;
}

/**
 * Entries of the audit, the newest first.
 * @throws OperatorError where there is no such partner or member.
 */
export async function listEntries(
  { database }: Pick<Dependencies, 'database'>,
  { since, until, actor, action, operator, partner, member, before }: EntryOptions,
  limit: number,
): Promise<ListedEntry[]> {
  const application = partner === undefined ? null : await requireApplication(database, partner);
  const found = member === undefined ? null : await requireMember(database, member);
  const filter = {
    since,
    until,
    actor,
    action,
    operator,
    applicationId: application?.id,
    memberId: found?.id,
  };
  return await listAudit(database, filter, { before, limit });
}

export interface ResealedSecrets {
  /** By the `client_id` of the application and the endpoint: those that are lost need a new secret. */
  endpoints: Resealed;
  /** By the id of the member: those that are lost log in with a recovery code, or have it removed. */
  secondFactors: Resealed;
  /** By the name of the operator: those that are lost are reset. */
  operatorKeys: Resealed;
  /** Answers that show a secret, stored for a day for their `Idempotency-Key`. */
  answers: Resealed;
}

interface ResealSecretsOptions {
  /** Give up what no key opens. */
  isLost: boolean;
  isDryRun: boolean;
  onProgress: (what: keyof ResealedSecrets, done: number, total: number) => void;
}

/**
 * Seals everything with the first of the keys, and makes it the only one of the database. May run beside the service,
 * and again where it was interrupted.
 * @throws SecretsKeyError where a key of the database is missing and not said to be lost.
 */
export async function resealSecrets(
  { database, clock, configuration }: Dependencies,
  { isLost, isDryRun, onProgress }: ResealSecretsOptions,
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
    await recordAudit(transaction, {
      occurredAt: clock(),
      actor: 'operator',
      action: 'secrets_key.changed',
      applicationId: null,
      memberId: null,
      details: { lost: endpoints.lost, lostSecondFactors: secondFactors.lost.length },
    });
  });
  return resealed;
}
