import type { ClientOptions, Hooks } from '@partner-rating/client';
import { connecting } from './connecting.ts';
import { errors } from './errors.ts';
import { leaderboard } from './leaderboard.ts';
import { lists } from './lists.ts';
import { matches } from './matches.ts';
import { members } from './members.ts';
import { misbehavingServer } from './misbehaving.ts';
import { model } from './model.ts';
import { offline } from './offline.ts';
import { serviceOnly } from './service-only.ts';
import type { Behaviours, Library, Outcomes, Service, Setting } from './setting.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

const both: Behaviours<Service> = {
  ...members,
  ...lists,
  ...matches,
  ...leaderboard,
  ...webhookEndpoints,
  ...connecting,
  ...errors,
};

/** All behaviours, by the server that they call. */
export const suite = {
  'against the mock': both,
  'against the service': { ...both, ...serviceOnly },
  'against a server that misbehaves': misbehavingServer,
  'without a server': offline,
  'with the rating model': model,
};

/** Runs every behaviour in this runtime. */
export async function run(library: Library, setting: Setting): Promise<Outcomes> {
  const [mock, service] = [recordingOperations(library), recordingOperations(library)];
  const [ofMock, ofService, ofMisbehaving, ofNone, ofModel] = await Promise.all([
    outcomesOf(suite['against the mock'], mock.library, setting.mock),
    outcomesOf(suite['against the service'], service.library, setting.service),
    outcomesAtOnce(suite['against a server that misbehaves'], library, setting.misbehaving),
    outcomesOf(suite['without a server'], library, null),
    outcomesOf(suite['with the rating model'], library, setting.model),
  ]);
  return {
    promises: {
      'against the mock': ofMock,
      'against the service': ofService,
      'against a server that misbehaves': ofMisbehaving,
      'without a server': ofNone,
      'with the rating model': ofModel,
    },
    operations: {
      'against the mock': [...mock.operations].toSorted(),
      'against the service': [...service.operations].toSorted(),
    },
  };
}

type Outcome = string | null;

/** Runs the behaviours one after another, because they share one webhook endpoint and one connection of a player. */
async function outcomesOf<Target>(
  behaviours: Behaviours<Target>,
  library: Library,
  target: Target,
): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const [promise, behaviour] of Object.entries(behaviours)) {
    outcomes[promise] = await outcomeOf(behaviour(library, target));
  }
  return outcomes;
}

/** Runs all behaviours at once: they mostly wait, and each is a separate client of the server. */
async function outcomesAtOnce<Target>(
  behaviours: Behaviours<Target>,
  library: Library,
  target: Target,
): Promise<Record<string, Outcome>> {
  const outcomes = Object.entries(behaviours).map(
    async ([promise, behaviour]) => [promise, await outcomeOf(behaviour(library, target))] as const,
  );
  return Object.fromEntries(await Promise.all(outcomes));
}

async function outcomeOf(behaviour: Promise<void>): Promise<Outcome> {
  return await behaviour.then(
    () => null,
    (error: unknown) => (error instanceof Error ? `${error.stack ?? error}` : String(error)),
  );
}

/** Returns the packages, with clients that record the operations that succeed. */
function recordingOperations(library: Library): { library: Library; operations: Set<string> } {
  const operations = new Set<string>();
  const hooks: Hooks = {
    afterResponse: ({ ok }, { operation }) => {
      if (ok) operations.add(operation);
    },
  };
  class PartnerRatingClient extends library.PartnerRatingClient {
    constructor(options: ClientOptions) {
      super({ ...options, hooks });
    }
  }
  return { library: { ...library, PartnerRatingClient }, operations };
}
