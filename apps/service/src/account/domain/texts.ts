import { type Language, language } from '../../platform/pages/domain/locale.ts';
import { activityTexts } from './texts/activity.ts';
import { errorsTexts } from './texts/errors.ts';
import { logInTexts } from './texts/log-in.ts';
import { matchesTexts } from './texts/matches.ts';
import { ratingsTexts } from './texts/ratings.ts';
import { settingsTexts } from './texts/settings.ts';
import { sharingTexts } from './texts/sharing.ts';
import { twoStepVerificationTexts } from './texts/two-step-verification.ts';

const en = {
  ...ratingsTexts,
  ...matchesTexts,
  ...activityTexts,
  ...settingsTexts,
  ...sharingTexts,
  ...logInTexts,
  ...twoStepVerificationTexts,
  ...errorsTexts,
};

/** The texts of a player's pages. Those of another language have this type. */
export type AccountTexts = typeof en;

const catalogues: Record<Language, AccountTexts> = { en };

/** Returns the texts in the reader's language. */
export function accountTexts(): AccountTexts {
  return catalogues[language()];
}
