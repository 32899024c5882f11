import { logInLinkText, logInsFailedText, type MailText } from '../accounts/domain/mail-texts.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type ClaimedMail, lockMail } from '../platform/mail/store/mails.ts';
import { createOperatorLink } from './log-in-link.ts';

/** The kinds of mail to operators. */
export type OperatorMail = 'operator-log-in-link' | 'operator-log-ins-failed';

/**
 * Writes a mail to an operator; null where there is nobody to write to, undefined where it is of another kind.
 */
export async function composeOperatorMail(
  dependencies: Dependencies,
  { id, kind, details, createdAt }: ClaimedMail,
): Promise<MailText | null | undefined> {
  const { database, publicUrl } = dependencies;
  const reader = { of: 'operator', publicUrl } as const;
  const operatorId = typeof details.operatorId === 'string' ? details.operatorId : null;
  switch (kind as OperatorMail) {
    case 'operator-log-in-link':
      if (operatorId === null) return null;
      return await database.transaction().execute(async (transaction) => {
        if (!(await lockMail(transaction, id))) return null;
        return logInLinkText(
          reader,
          await createOperatorLink(transaction, dependencies, operatorId),
        );
      });
    case 'operator-log-ins-failed': {
      if (operatorId === null) return null;
      const failed = { count: Number(details.count), since: new Date(String(details.since)) };
      return logInsFailedText(reader, failed, createdAt);
    }
    default:
      return undefined;
  }
}
