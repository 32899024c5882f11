import { redirectUriError } from '../../connect/domain/authorization-request.ts';
import { findNamedAccount } from '../../connect/login/store/accounts.ts';
import { commandLines } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { findCallerByClient } from '../../platform/http/caller.ts';
import { createKey } from '../actions/keys.ts';
import { createPartner, editPartner } from '../actions/partners.ts';
import { findApplication } from '../store/applications.ts';
import { insertTeamMember, listTeam } from '../store/teams.ts';
import { OperatorError } from '../terminal.ts';
import {
  type DemonstrationFacts,
  demonstrationKeyScopes,
  otherPartner,
  ownerRow,
  partner,
  partnerPerson,
  readLiveFacts,
  writeFacts,
} from './facts.ts';
import { oneInstanceAtATime } from './seed.ts';
import { findSeed } from './store/demonstration.ts';

/**
 * Registers an application in the demonstration, with a key in the facts. A repetition changes nothing;
 * another redirect address is added.
 * @throws OperatorError if this database is not a demonstration.
 */
export async function registerApplication(
  dependencies: Dependencies,
  application: OwnApplication,
): Promise<void> {
  await oneInstanceAtATime(dependencies, async () => {
    const facts = await requireDemonstration(dependencies, application);
    const { clientId, redirectUri } = application;
    const { database } = dependencies;
    const registered = await findApplication(database, clientId);
    if (registered === undefined) {
      const name = nameOf(clientId);
      await createPartner(dependencies, { clientId, name, redirectUris: [redirectUri] });
    } else {
      const redirectUris = [...new Set([...registered.redirect_uris, redirectUri])];
      await editPartner(dependencies, clientId, { redirectUris });
    }
    await ensureOwner(dependencies, clientId);
    await ensureKey(dependencies, facts, application);
  });
}

// The database of an operator has neither the record of the seed nor matching facts.
async function requireDemonstration(
  dependencies: Dependencies,
  { clientId, redirectUri }: OwnApplication,
): Promise<DemonstrationFacts> {
  const seed = await findSeed(dependencies.database);
  const facts = seed === undefined ? null : await readLiveFacts(dependencies);
  if (facts !== null) return facts;
  throw new OperatorError(
    `--app registers an application in the demonstration, and this database holds none. Make a partner with \`${commandLines.operator} partner create ${clientId} --name NAME --redirect-uri ${redirectUri}\`, or start on an empty DATA_DIR.`,
  );
}

/** Lets the person of the demonstration manage the application at the console, if it has no team. */
async function ensureOwner({ database, clock }: Dependencies, clientId: string): Promise<void> {
  const application = await findApplication(database, clientId);
  const person = await findNamedAccount(database, { of: 'partner', name: partnerPerson.email });
  if (application === undefined || person === undefined) return;
  const [anybody] = await listTeam(database, application.id, { limit: 1 });
  if (anybody !== undefined) return;
  await insertTeamMember(database, application.id, ownerRow(person.accountId, clock()));
}

// The facts name the key before it is stored: nobody could use a stored key that is not in the facts. If
// the process ended in between, the key of the facts is not live, and the next start creates another.
async function ensureKey(
  dependencies: Dependencies,
  facts: DemonstrationFacts,
  { clientId, redirectUri }: OwnApplication,
): Promise<void> {
  const { database, clock, configuration } = dependencies;
  const others = facts.ownApplications.filter((known) => known.clientId !== clientId);
  const write = async (apiKey: string) => {
    const ownApplications = [{ clientId, apiKey, redirectUri }, ...others];
    await writeFacts(configuration.dataDirectory, { ...facts, ownApplications });
  };
  const known = facts.ownApplications.find((candidate) => candidate.clientId === clientId);
  const client = { clientId, clientSecret: known?.apiKey ?? '' };
  if (known !== undefined && (await findCallerByClient(database, client, clock())) !== null) {
    await write(known.apiKey);
    return;
  }
  const scopes = demonstrationKeyScopes;
  await createKey(dependencies, { clientId, scopes, beforeStored: write });
}

// "my-club" becomes "My Club", the name that players see when they connect.
function nameOf(clientId: string): string {
  return clientId
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** The application of a developer who uses the demonstration. */
interface OwnApplication {
  clientId: string;
  redirectUri: string;
}

/**
 * Reads the application of `--app` and `--redirect`; null if neither is given. It is checked before anything
 * starts, because filling the database takes a while.
 * @throws OperatorError if one is missing or not valid.
 */
export function readOwnApplication(options: {
  app?: string;
  redirect?: string;
}): OwnApplication | null {
  const { app: clientId, redirect: redirectUri } = options;
  if (clientId === undefined && redirectUri === undefined) return null;
  if (clientId === undefined || redirectUri === undefined) {
    throw new OperatorError(
      `Give both: ${commandLines.start} --app my-club --redirect http://localhost:8080/callback`,
    );
  }
  const error = redirectUriError(redirectUri);
  if (error !== null) throw new OperatorError(`${error} This is not one: ${redirectUri}`);
  if (!SLUG.test(clientId)) {
    throw new OperatorError(
      `--app has at most 64 lower-case letters, digits and hyphens. You gave ${clientId}.`,
    );
  }
  if (clientId === partner.clientId || clientId === otherPartner.clientId) {
    throw new OperatorError(
      `${clientId} is an application of the demonstration itself. Choose another --app, such as my-club.`,
    );
  }
  return { clientId, redirectUri };
}
