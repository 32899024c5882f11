import type { FormError } from '../../../platform/pages/render.ts';
import { connectTexts } from '../../domain/texts.ts';

/** Why a form about an account was refused. */
export interface LogInRefusal {
  status: 422 | 429;
  errors: FormError[];
  /** In seconds, with 429. */
  retryAfter?: number;
}

/** Creates a refusal for an error of a field, or of the whole form. */
export function refusalOf(field: string | null, text: string): LogInRefusal {
  return { status: 422, errors: [{ field, text }] };
}

/** Creates the refusal for an attempt above a limit. */
export function throttledRefusal(seconds: number): LogInRefusal {
  const text = connectTexts().errors.tooManyAttempts(waitWords(seconds));
  return { status: 429, errors: [{ field: null, text }], retryAfter: seconds };
}

/** Creates the refusal for a mail above the limit of its recipient. It is the same with or without an account. */
export function mailRefusal(seconds: number): LogInRefusal {
  const text = connectTexts().errors.tooManyMails(waitWords(seconds));
  return { status: 429, errors: [{ field: null, text }], retryAfter: seconds };
}

/** Creates the refusal for a guess above the limit of a day. It is the same with or without an account. */
export function dailyRefusal(seconds: number, howToLogIn: string): LogInRefusal {
  const text = connectTexts().errors.tooManyToday(waitWords(seconds), howToLogIn);
  return { status: 429, errors: [{ field: null, text }], retryAfter: seconds };
}

function waitWords(seconds: number): string {
  const { errors } = connectTexts();
  if (seconds < 120) return errors.seconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? errors.minutes(minutes) : errors.hours(Math.ceil(minutes / 60));
}
