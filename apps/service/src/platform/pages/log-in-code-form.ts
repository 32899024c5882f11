import type { FormFault } from './render.ts';
import type { FormField, FormPage } from './render-form.ts';

/** A field for a one-time code, or for a recovery code in its place. */
export const codeField: FormField = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  isCode: true,
  maxLength: 40,
  hint: 'The six digits that your app shows, or one of your recovery codes.',
};

export interface LogInCodeForm {
  action: string;
  hidden: Record<string, string>;
  faults: FormFault[];
  /** Where somebody else logs in. */
  startAgain: string;
}

/** The page that asks for a code after the right password. */
export function logInCodeForm({ startAgain, ...form }: LogInCodeForm): Omit<FormPage, 'formToken'> {
  return {
    ...form,
    heading: 'Enter your code',
    lead: 'Your account has a second factor: after the password comes a code of the app on your phone.',
    fields: [codeField],
    submit: 'Log in',
    links: [
      { before: 'Not you?', text: 'Log in as somebody else', address: startAgain },
      {
        before: 'Neither the app nor a recovery code?',
        text: 'What you can do',
        address: '/docs/guides/your-data#a-second-factor',
      },
    ],
    faultHeading: 'You are not logged in',
  };
}
