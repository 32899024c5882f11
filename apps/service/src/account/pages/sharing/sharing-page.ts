import type { TakenNotice } from '../../../connect/login/notice.ts';
import { createFormToken } from '../../../connect/login/posted-form.ts';
import { findMember } from '../../../members/connected-member.ts';
import { sharedAddress } from '../../../members/domain/names.ts';
import { recordAudit } from '../../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../../platform/database/schema.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../../../platform/pages/answer.ts';
import { copyScript } from '../../../platform/pages/render.ts';
import { newSecret } from '../../../platform/secrets/sealing.ts';
import { isProtected } from '../../../ratings/domain/player.ts';
import { knownItems, sharedItems } from '../../domain/shared-items.ts';
import { accountTexts } from '../../domain/texts.ts';
import {
  deleteSharedPage,
  findSharedPage,
  insertSharedPage,
  type SharingChoice,
  updateSharedPage,
} from '../../store/shared-pages.ts';
import {
  type AccountStep,
  doneAnswer,
  type LoggedInPlayer,
  playerMenu,
  SHARING_PATH,
} from '../account-form.ts';
import { renderAccountPage } from '../render-page.ts';
import { pictureAddress } from './shared-card.ts';

/** Returns the page where a player chooses what they share, and finds the address. */
export async function sharingPage(
  { database, clock, publicUrl }: Dependencies,
  player: LoggedInPlayer,
  notice: TakenNotice,
): Promise<HtmlAnswer<200>> {
  const { memberId, session } = player;
  const page = await findSharedPage(database, memberId);
  const member = await findMember(database, memberId);
  if (member === undefined) throw new Error('The logged-in player has no member.');
  const texts = accountTexts().sharing;
  const html = renderAccountPage('sharing', {
    title: texts.title,
    menu: playerMenu(player, SHARING_PATH),
    notice: notice.words,
    name: member.display_name,
    isTooYoung: isProtected(member, clock()),
    page: page && {
      address: sharedAddress(publicUrl, page.address),
      picture: pictureAddress(publicUrl, page.address),
    },
    items: sharedItems.map((code) => ({
      ...{ code, ...texts.items[code], isTicked: page?.items.includes(code) },
    })),
    isListed: page?.isListed ?? false,
    formToken: createFormToken(session),
    script: copyScript,
  });
  return htmlAnswer(200, html, {
    formAction: 'self',
    cookies: notice.cookies,
    script: copyScript,
  });
}

/**
 * Handles the form of the page. A new address is a new secret, so an earlier one never shows anything again. Saving
 * starts nothing if sharing has ended, because the player may have ended it in another tab.
 */
export function submitSharing(dependencies: Dependencies): AccountStep {
  const { database, clock } = dependencies;
  return async ({ field, fields }, { memberId }) => {
    const choice = { items: knownItems(fields('item')), isListed: field('listed') === 'yes' };
    const now = clock();
    const act = actOf(field('act'), { memberId, choice, now });
    const member = await findMember(database, memberId);
    const isRefused = act?.isEnd !== true && (member === undefined || isProtected(member, now));
    if (act === null || isRefused) return redirectAnswer(SHARING_PATH);
    const isDone = await database.transaction().execute(async (transaction) => {
      if (!(await act.write(transaction))) return false;
      await recordAudit(transaction, {
        ...{ occurredAt: now, actor: 'player', applicationId: null, memberId },
        ...{ action: 'sharing.changed', details: { isShared: act.isEnd !== true, ...act.details } },
      });
      return true;
    });
    return isDone ? doneAnswer(dependencies, { kind: act.notice }) : redirectAnswer(SHARING_PATH);
  };
}

interface Act {
  notice: 'shared' | 'sharing-saved' | 'sharing-moved' | 'not-shared';
  isEnd?: true;
  /** The details of the audit entry. */
  details: Record<string, unknown>;
  /** Returns false if there is nothing to change. */
  write: (transaction: DatabaseTransaction) => Promise<boolean>;
}

function actOf(
  name: string,
  { memberId, choice, now }: { memberId: string; choice: SharingChoice; now: Date },
): Act | null {
  const address = newSecret('');
  switch (name) {
    case 'share': {
      const page = { memberId, address, ...choice, createdAt: now };
      return {
        ...{ notice: 'shared', details: { ...choice } },
        write: async (transaction) => await insertSharedPage(transaction, page),
      };
    }
    case 'save':
      return {
        ...{ notice: 'sharing-saved', details: { isChanged: true, ...choice } },
        write: async (transaction) => await updateSharedPage(transaction, memberId, choice),
      };
    case 'new-address':
      return {
        ...{ notice: 'sharing-moved', details: { isMoved: true } },
        write: async (transaction) => await updateSharedPage(transaction, memberId, { address }),
      };
    case 'end':
      return {
        ...{ notice: 'not-shared', isEnd: true, details: {} },
        write: async (transaction) => await deleteSharedPage(transaction, memberId),
      };
    default:
      return null;
  }
}
