import type { Options } from './options.ts';
import { probe } from './probe.ts';
import { StartFailure } from './start-failure.ts';

/** Whether a service must be started, because none runs and none was given. */
export async function isServiceNeeded({ service, isServiceGiven }: Options): Promise<boolean> {
  const found = await probe(service);
  if (found === 'service') return false;
  const { origin } = new URL(service);
  if (found === 'other') {
    throw new StartFailure(
      `Another program runs at ${origin}; it is not the service. Stop it, choose another port ` +
        'with PORT, or give the address of the service with --service.',
    );
  }
  if (!isServiceGiven) return true;
  throw new StartFailure(
    `No service runs at ${service}. Start it, correct the address, or leave --service out to ` +
      'have one started.',
  );
}
