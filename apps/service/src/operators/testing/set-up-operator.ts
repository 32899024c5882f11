import { newKey } from '../../accounts/domain/one-time-code.ts';
import { cheapHash } from '../../accounts/testing/make-account.ts';
import { codeAt } from '../../accounts/testing/second-factor.ts';
import { createOperator } from '../../admin/account/operator-accounts.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { setUpOperator } from '../set-up.ts';

export interface TestOperator {
  name: string;
  password: string;
  /** The key that their app has. */
  key: string;
}

/** An operator who has followed the link. */
export async function makeOperator(
  dependencies: Dependencies,
  name = 'anna',
): Promise<TestOperator> {
  const { link } = await createOperator(dependencies, name);
  const token = new URL(link).searchParams.get('token') ?? '';
  const password = `correct horse ${name}`;
  const key = newKey();
  const outcome = await setUpOperator(
    dependencies,
    createSecretSealing(dependencies.configuration),
    {
      token,
      passwordHash: await cheapHash(password),
      key,
      // Of the step before, so that a test that begins now can log in at once.
      digits: codeAt(key, new Date(dependencies.clock().getTime() - 30_000)),
      device: null,
    },
  );
  if (typeof outcome === 'string') throw new Error(`The account is ${outcome}.`);
  return { name, password, key };
}
