import type { FormError } from '../../../platform/pages/render.ts';
import { connectTexts } from '../../domain/texts.ts';

/** Why a form about an account was refused. */
export interface LogInRefusal {
  status: 422 | 429;
  errors: FormError[];
  /** Seconds, with 429. */
  retryAfter?: number;
}

/** A refusal for what is wrong with a field, or with the whole form. */
export function refusalOf(field: string | null, text: string): LogInRefusal {
  return { status: 422, errors: [{ field, text }] };
}

/** The refusal of one attempt too many. */
export function throttledRefusal(seconds: number): LogInRefusal {
  const text = connectTexts().errors.tooManyAttempts(waitWords(seconds));
  return { status: 429, errors: [{ field: null, text }], retryAfter: seconds };
}

/** The refusal of a guess too many of a day. It is the same whether or not there is an account. */
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
