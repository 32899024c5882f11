import { rateLimitClasses } from '@partner-rating/server/catalogue';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { OwnLimits } from '../../platform/http/store/credentials.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { lockLivePartner, operatorsAct } from './partners.ts';
import { updateApplication } from './store/applications.ts';

type LimitClass = keyof OwnLimits;

export const LIMIT_CLASSES: readonly LimitClass[] = rateLimitClasses.map(({ name }) => name);

const MAXIMUM = 1_000_000;

/** Which limits to give a partner, and which to take back so that the service's hold again. */
export interface LimitChange {
  set: OwnLimits;
  reset: readonly LimitClass[];
}

/** Changes a partner's own limits, from the next request on; gives what they are then. */
export async function changeLimits(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  { set, reset }: LimitChange,
): Promise<OwnLimits> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const application = await lockLivePartner(transaction, clientId);
    const before: OwnLimits = application.rate_limits ?? {};
    const entries = Object.entries({ ...before, ...set });
    const after: OwnLimits = Object.fromEntries(
      entries.filter(([name]) => !reset.some((taken) => taken === name)),
    );
    if (Object.keys(set).length === 0 && reset.length === 0) return after;
    await updateApplication(transaction, application.id, {
      rate_limits: Object.keys(after).length === 0 ? null : JSON.stringify(after),
    });
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: 'partner.limits_changed',
      details: { limits: after },
    });
    return after;
  });
}

/** Reads limits as an operator types them, such as `ingest=1200`. */
export function readLimits(texts: readonly string[]): OwnLimits {
  const limits: Partial<Record<LimitClass, number>> = {};
  for (const text of texts) {
    const [name = ''] = text.split('=', 1);
    const [, digits = ''] = /^[a-z-]+=(\d{1,7})$/.exec(text) ?? [];
    const requests = Number(digits);
    if (digits === '' || requests > MAXIMUM) {
      throw new OperatorError(
        `Write a limit like ingest=1200, with 0 (no limit) to ${MAXIMUM} requests a minute. This is none: ${text}`,
        { field: `limit-${name}` },
      );
    }
    limits[readLimitClass(name)] = requests;
  }
  return limits;
}

export function readLimitClass(text: string): LimitClass {
  const known = LIMIT_CLASSES.find((name) => name === text);
  if (known !== undefined) return known;
  throw new OperatorError(`There is no limit ${text}. There are ${LIMIT_CLASSES.join(', ')}.`);
}
