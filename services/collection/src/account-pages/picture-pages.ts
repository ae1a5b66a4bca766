import { PHOTO_FORMATS } from '@kitroom/collection-client';
import { buttonForm, form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { removeAvatar, setAvatar } from '../photos/avatars/set-avatar.ts';
import type { Context } from '../context.ts';
import { invalidFields } from '../invalid-input.ts';
import { validatePicture } from '../photos/store-picture.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { picture, readProfile } from './own-profile.ts';
import { answerForm } from './read-form.ts';

const PROFILE = `${ACCOUNTS_ROOT}/profile`;
const PICTURE = `${PROFILE}/avatar`;

const FIELD: Field = {
  name: 'avatar',
  label: 'A picture',
  type: 'file',
  accept: 'image/*',
  hint: `${PHOTO_FORMATS.join(', ')}, of at most 20 MiB; the middle is kept.`,
};

export function pictureRoutes(context: Context): Array<PageRoute<UserRow>> {
  async function set({ file, visitor }: PageRequest<UserRow>): Promise<Redirect> {
    const error = file ? await validatePicture(file) : 'No file was submitted.';
    if (!file || error !== undefined) throw invalidFields({ avatar: error ? [error] : [] });
    await setAvatar(context, visitor.id, file);
    return { to: PROFILE, flash: { kind: 'done', text: 'Your picture is saved.' } };
  }

  return [
    { method: 'GET', path: '/profile/avatar', answer: (request) => picturePage(context, request) },
    {
      method: 'POST',
      path: '/profile/avatar',
      file: FIELD.name,
      answer: (request) =>
        answerForm(
          [FIELD],
          () => set(request),
          (errors) => picturePage(context, request, errors),
        ),
    },
    {
      method: 'POST',
      path: '/profile/avatar/remove',
      async answer({ visitor }) {
        await removeAvatar(context, visitor.id);
        return { to: PROFILE, flash: { kind: 'done', text: 'Your picture is removed.' } };
      },
    },
  ];
}

async function picturePage(
  context: Context,
  request: PageRequest<UserRow>,
  errors?: FormErrors,
): Promise<Page> {
  const { csrf } = request;
  const profile = await readProfile(context, request);
  const removal = buttonForm({ action: `${PICTURE}/remove`, csrf, label: 'Remove the picture' });
  return {
    title: 'Picture',
    trail: [{ href: PROFILE, label: 'Profile' }],
    body: html`
      ${picture(profile)} ${profile.avatar !== null && html`<p>${removal}</p>`}
      ${form({
        action: PICTURE,
        csrf,
        fields: [FIELD],
        values: {},
        errors: errors ?? {},
        submit: 'Upload',
        cancel: PROFILE,
      })}
    `,
  };
}
