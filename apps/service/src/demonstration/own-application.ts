import { refuseClientId, refuseRedirects } from '../admin/partner/partner-faults.ts';
import { OperatorError } from '../admin/terminal/operator-error.ts';
import { commandLines } from '../platform/configuration/installation.ts';
import { otherPartner, partner } from './partners.ts';

/** The application of somebody who builds against the demonstration. */
export interface OwnApplication {
  clientId: string;
  redirectUri: string;
}

/**
 * The application that `--app` and `--redirect` name; null where neither is given. Looked at before anything is
 * started, because filling the database takes a while.
 * @throws OperatorError where one is missing or cannot be.
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
  refuseClientId(clientId);
  refuseRedirects([redirectUri]);
  if (clientId === partner.clientId || clientId === otherPartner.clientId) {
    throw new OperatorError(
      `${clientId} is an application of the demonstration itself. Choose another --app, such as my-club.`,
    );
  }
  return { clientId, redirectUri };
}
