import { Secret, TOTP } from 'otpauth';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import { createSecretSealing } from '../../../platform/secrets/sealing.ts';
import { newKey } from '../domain/passwords.ts';
import { enableSecondFactor } from '../second-factor.ts';

/** Returns the code that an app with this key shows at a moment. */
export function codeAt(key: string, moment: Date): string {
  const secret = Secret.fromBase32(key.replaceAll(' ', ''));
  return TOTP.generate({ secret, timestamp: moment.getTime() });
}

/** Turns on a player's two-step verification. Returns the key of their app, and the recovery codes. */
export async function turnOn(
  dependencies: Dependencies,
  { memberId, email }: { memberId: string; email: string },
): Promise<{ key: string; recoveryCodes: string[] }> {
  const key = newKey();
  const sealing = createSecretSealing(dependencies.configuration);
  const code = { kind: 'one-time', digits: codeAt(key, dependencies.clock()) } as const;
  const outcome = await enableSecondFactor(
    dependencies,
    sealing,
    { of: 'player', accountId: memberId, email },
    { key, code },
  );
  if (typeof outcome === 'string')
    throw new Error(`Two-step verification was not turned on: ${outcome}.`);
  return { key, ...outcome };
}
