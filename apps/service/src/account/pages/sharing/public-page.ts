import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import {
  type HtmlAnswer,
  htmlAnswer,
  type PictureAnswer,
  pictureAnswer,
} from '../../../platform/pages/answer.ts';
import { drawPicture } from '../../../platform/pages/draw-picture.ts';
import { refusedPage } from '../../../platform/pages/message-pages.ts';
import { templates } from '../../../platform/pages/render.ts';
import { colors } from '../../../platform/pages/tokens.ts';
import { toDay } from '../../../ratings/domain/player.ts';
import { accountTexts } from '../../domain/texts.ts';
import { findSharer } from '../../store/shared-pages.ts';
import { renderAccountPage } from '../render-page.ts';
import { readShared, type SharedPlayer } from './read-shared.ts';
import { layOutShared, PICTURE, sharedCard } from './shared-card.ts';

// The form of newSecret. No other value is looked up.
const addressForm = /^[\w-]{43}$/;

function gonePage(requestId: string): HtmlAnswer {
  const { gone, home } = accountTexts().sharedPage;
  const nextStep = { paragraphs: [gone], link: { address: '/', text: home } };
  return refusedPage(404, nextStep, requestId);
}

/** Returns the page that a player shows to anybody who has its address. */
export async function sharedPage(
  dependencies: Dependencies,
  secret: string,
  requestId: string,
): Promise<HtmlAnswer> {
  const player = await findShared(dependencies, secret);
  if (player === null) return gonePage(requestId);
  const card = sharedCard(player, dependencies.publicUrl, secret);
  const page = renderAccountPage('shared-page', { ...player, card, title: card.title });
  return forRobots(htmlAnswer(200, page), player);
}

/** Returns the share page as a picture, for sites that preview links. */
export async function sharedPicture(
  dependencies: Dependencies,
  secret: string,
  requestId: string,
): Promise<HtmlAnswer | PictureAnswer> {
  const player = await findShared(dependencies, secret);
  if (player === null) return gonePage(requestId);
  return forRobots(pictureAnswer(await drawPicture(pictureOf(player))), player);
}

export function pictureOf(player: SharedPlayer): string {
  const drawing = layOutShared(player);
  return templates
    .render('account/pages/templates/shared-picture', {
      ...{ ...PICTURE, colors: colors.light, drawing, texts: accountTexts().sharedPage },
    })
    .trim();
}

async function findShared(
  dependencies: Dependencies,
  secret: string,
): Promise<SharedPlayer | null> {
  const { database, clock } = dependencies;
  const sharer = addressForm.test(secret)
    ? await findSharer(database, secret, toDay(clock()))
    : null;
  return sharer === null ? null : await readShared(dependencies, sharer);
}

function forRobots<Answer extends HtmlAnswer | PictureAnswer>(
  answer: Answer,
  { isListed }: SharedPlayer,
): Answer {
  if (!isListed) return answer;
  return { ...answer, headers: { ...answer.headers, 'x-robots-tag': 'all' } };
}
