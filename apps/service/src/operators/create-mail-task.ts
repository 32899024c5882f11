import { createMailComposer } from '../accounts/compose-mail.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import {
  createMailDispatcher,
  type MailDispatcher,
  type MailLog,
} from '../platform/mail/dispatch-mails.ts';
import { composeOperatorMail } from './compose-mail.ts';

/** What sends the mails about accounts, of players and of operators; null where the operator named no server for them. */
export async function createMailTask(
  dependencies: Dependencies,
  log: MailLog,
  pauseMilliseconds?: number,
): Promise<MailDispatcher | null> {
  const { configuration } = dependencies;
  if (configuration.smtpUrl === null) return null;
  // Only where mails are sent, since most of what starts sends none.
  const { createSmtpTransport } = await import('../platform/mail/transport.ts');
  const composeAccountMail = createMailComposer(dependencies);
  return createMailDispatcher(dependencies, {
    transport: createSmtpTransport(configuration.smtpUrl, configuration),
    compose: async (mail) => {
      const toOperator = await composeOperatorMail(dependencies, mail);
      return toOperator === undefined ? await composeAccountMail(mail) : toOperator;
    },
    log,
    ...(pauseMilliseconds !== undefined && { pauseMilliseconds }),
  });
}
