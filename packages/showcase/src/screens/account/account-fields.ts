import type { InputHTMLAttributes } from 'react';

/** An input of an account form. `name` is that of the API's field. */
export interface AccountField extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  hint?: string;
  /** The values to choose from, with their texts. Without it, the input accepts any text. */
  choices?: Readonly<Record<string, string>>;
}

export const USERNAME: AccountField = {
  name: 'username',
  label: 'Username',
  autoComplete: 'username',
  autoCapitalize: 'none',
};

export const SIGN_IN_NAME: AccountField = { ...USERNAME, label: 'Username or e-mail address' };

export const EMAIL: AccountField = {
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  autoComplete: 'email',
};

export const PASSWORD: AccountField = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
};

export const NEW_PASSWORD: AccountField = {
  name: 'password',
  label: 'New password',
  type: 'password',
  autoComplete: 'new-password',
  hint: 'At least 8 characters; not only digits, not a common password, not similar to your username.',
};

export const CODE: AccountField = {
  name: 'code',
  label: 'Code',
  autoComplete: 'one-time-code',
  hint: 'From your authenticator app, or one of your recovery codes.',
};

export const KEY: AccountField = {
  name: 'key',
  label: 'Key',
  autoComplete: 'off',
  spellCheck: false,
  hint: 'You’ll find it in the e-mail, below the link.',
};
