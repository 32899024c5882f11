import { DEVICE_LIFETIME_SECONDS } from '../accounts/devices.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import { isOperatorDevice, upsertOperatorDevice } from './store/operator-devices.ts';

/** Whether the operator with this name has logged in with this browser before. */
export async function isKnownOperatorDevice(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  name: string,
  device: string | null,
): Promise<boolean> {
  if (device === null) return false;
  return await isOperatorDevice(database, { name, tokenHash: hashSecret(device), now: clock() });
}

/** Remembers the browser of a log-in, and returns the token by which it is known. */
export async function rememberOperatorDevice(
  transaction: DatabaseTransaction,
  { operatorId, device, now }: { operatorId: string; device: string | null; now: Date },
): Promise<string> {
  const token = device ?? newSecret('');
  const expiresAt = new Date(now.getTime() + DEVICE_LIFETIME_SECONDS * 1_000);
  await upsertOperatorDevice(transaction, {
    operatorId,
    tokenHash: hashSecret(token),
    now,
    expiresAt,
  });
  return token;
}
