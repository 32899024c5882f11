import type { Options } from './options.ts';
import { probe } from './probe.ts';
import { StartFailure } from './start-failure.ts';

/** Whether a service must be started, because none answers and none was named. */
export async function serviceIsMissing({ service, serviceIsNamed }: Options): Promise<boolean> {
  const found = await probe(service);
  if (found === 'the service') return false;
  const { origin } = new URL(service);
  if (found === 'somebody else') {
    throw new StartFailure(
      `Something answers at ${origin}, but it is not the service. Stop it, choose another port ` +
        'with PORT, or say where the service is with --service.',
    );
  }
  if (!serviceIsNamed) return true;
  throw new StartFailure(
    `No service answers at ${service}. Start it, correct the address, or leave --service out to ` +
      'have one started.',
  );
}
