import { Readable } from 'node:stream';
import { exportMember } from '../export/export-member.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { downloadAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { ACCOUNT_PATH, type AccountStep } from './account-form.ts';

/** "Download your data": everything about the player, as a file that the browser saves. */
export function submitExport(dependencies: Dependencies): AccountStep {
  return async ({ fields }, { memberId }) => {
    const parts = await exportMember(dependencies, memberId, fields('reported'));
    if (parts === null) return redirectAnswer(ACCOUNT_PATH);
    return downloadAnswer(Readable.from(parts), {
      name: 'partner-rating-data.json',
      type: 'application/json; charset=utf-8',
    });
  };
}
