import { newKey } from '../../connect/login/domain/passwords.ts';
import { cheapHash } from '../../connect/login/testing/make-account.ts';
import { codeAt } from '../../connect/login/testing/second-factor.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { setUpOperator } from '../actions/set-up-operator.ts';
import { createOperator } from '../operations/operators.ts';

export interface TestOperator {
  name: string;
  password: string;
  /** The key that their app has. */
  key: string;
}

/** Creates an operator who has followed the link. */
export async function makeOperator(
  dependencies: Dependencies,
  name = 'anna',
  role: 'support' | 'admin' = 'admin',
): Promise<TestOperator> {
  const link = await createOperator(dependencies, { name, role });
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
      // The code of the previous step, so that the test can log in at once with the current one.
      digits: codeAt(key, new Date(dependencies.clock().getTime() - 30_000)),
      device: null,
      browser: 'Firefox on Linux',
    },
  );
  if (typeof outcome === 'string') throw new Error(`The account is ${outcome}.`);
  return { name, password, key };
}
