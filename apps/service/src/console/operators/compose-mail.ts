import { createMailComposer } from '../../account/compose-mail.ts';
import { mailTexts } from '../../account/domain/mail-texts.ts';
import { operators } from '../../connect/login/realms.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  createMailDispatcher,
  type MailDispatcher,
  type MailLog,
} from '../../platform/mail/dispatch-mails.ts';
import { type MailText, renderMail } from '../../platform/mail/render-mail.ts';
import { type ClaimedMail, lockMail } from '../../platform/mail/store/mails.ts';
import { createOperatorLink } from './set-up.ts';

/** The kinds of mail to operators. */
export type OperatorMail = 'operator-log-in-link' | 'operator-log-ins-failed';

/**
 * Writes a mail to an operator; null where there is nobody to write to, undefined where it is of another kind.
 */
async function composeOperatorMail(
  dependencies: Dependencies,
  { id, kind, details, createdAt }: ClaimedMail,
): Promise<MailText | null | undefined> {
  const { database, publicUrl } = dependencies;
  const home = `${publicUrl}${operators.home}`;
  const reader = { of: 'operator', home, forgotten: home } as const;
  const operatorId = typeof details.operatorId === 'string' ? details.operatorId : null;
  switch (kind as OperatorMail) {
    case 'operator-log-in-link':
      if (operatorId === null) return null;
      return await database.transaction().execute(async (transaction) => {
        if (!(await lockMail(transaction, id))) return null;
        return mailTexts().logInLink(
          reader,
          await createOperatorLink(transaction, dependencies, operatorId),
        );
      });
    case 'operator-log-ins-failed': {
      if (operatorId === null) return null;
      const failed = { count: Number(details.count), since: new Date(String(details.since)) };
      return mailTexts().logInsFailed(reader, failed, createdAt);
    }
    default:
      return undefined;
  }
}

/** What sends the mails about accounts, of players and of operators; null where the operator named no server for them. */
export async function createMailTask(
  dependencies: Dependencies,
  log: MailLog,
  pauseMilliseconds?: number,
): Promise<MailDispatcher | null> {
  const { configuration } = dependencies;
  if (configuration.smtpUrl === null) return null;
  // Only where mails are sent, since most of what starts sends none.
  const { createSmtpTransport } = await import('../../platform/mail/transport.ts');
  const composeAccountMail = createMailComposer(dependencies);
  return createMailDispatcher(dependencies, {
    transport: createSmtpTransport(configuration.smtpUrl, configuration),
    compose: async (mail) => {
      const toOperator = await composeOperatorMail(dependencies, mail);
      const text = toOperator === undefined ? await composeAccountMail(mail) : toOperator;
      return text && renderMail(text);
    },
    log,
    ...(pauseMilliseconds !== undefined && { pauseMilliseconds }),
  });
}
