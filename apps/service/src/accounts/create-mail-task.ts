import type { Dependencies } from '../platform/configuration/dependencies.ts';
import {
  createMailDispatcher,
  type MailDispatcher,
  type MailLog,
} from '../platform/mail/dispatch-mails.ts';
import { createSmtpTransport } from '../platform/mail/transport.ts';
import { createMailComposer } from './compose-mail.ts';

/** What sends the mails about accounts; null where the operator named no server for them. */
export function createMailTask(
  dependencies: Dependencies,
  log: MailLog,
  pauseMilliseconds?: number,
): MailDispatcher | null {
  const { configuration } = dependencies;
  if (configuration.smtpUrl === null) return null;
  return createMailDispatcher(dependencies, {
    transport: createSmtpTransport(configuration.smtpUrl, configuration),
    compose: createMailComposer(dependencies),
    log,
    ...(pauseMilliseconds !== undefined && { pauseMilliseconds }),
  });
}
