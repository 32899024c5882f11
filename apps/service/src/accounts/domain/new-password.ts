import type { FormFault } from '../../platform/pages/render.ts';
import { normalisePassword, passwordFault } from './passwords.ts';

export interface TypedPasswords {
  /** Null where it is forgotten. */
  oldPassword: string | null;
  newPassword: string;
  /** The new one, typed once more. */
  again: string;
}

/** What is wrong with the three fields, whatever the password is now. */
export function newPasswordFaults({
  oldPassword,
  newPassword,
  again,
}: TypedPasswords): FormFault[] {
  const faults: FormFault[] = [];
  if (oldPassword === '') {
    faults.push({ field: 'password', text: 'Enter the password you have now.' });
  }
  const fault = newPasswordFault(oldPassword, newPassword);
  if (fault !== null) faults.push({ field: 'new_password', text: fault });
  else if (normalisePassword(again) !== normalisePassword(newPassword)) {
    faults.push({ field: 'again', text: 'Type the new password the same way twice.' });
  }
  return faults;
}

function newPasswordFault(oldPassword: string | null, newPassword: string): string | null {
  if (newPassword === '') return 'Enter a new password.';
  if (oldPassword !== null && normalisePassword(oldPassword) === normalisePassword(newPassword)) {
    return 'Choose another password than the one you have now.';
  }
  return passwordFault(newPassword);
}
