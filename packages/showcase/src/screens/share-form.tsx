import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CollectionClient, Share } from '@kitroom/collection-client';
import { CopyButton } from '../components/copy-button.tsx';
import { endOfDay, toDay } from '../components/days.ts';
import { Check, TextField } from '../components/field.tsx';
import { fieldErrorsOf, Form } from '../components/form.tsx';
import { useAction } from '../components/use-action.ts';
import { SHOWCASE_URL, useCollection } from '../services.ts';

/** The query key of the list of links. */
export const LINKS = ['shares'];

type NewShare = Parameters<CollectionClient['shares']['create']>[0];

/** Creates a link to the collection or to an item, and shows it. */
export function NewShareLink({ subject }: { subject: Pick<NewShare, 'scope' | 'item'> }) {
  const { shares } = useCollection();
  const [token, setToken] = useState<string>();
  return (
    <>
      <ShareForm
        scope={subject.scope}
        save={async (fields) => setToken((await shares.create({ ...subject, ...fields })).token)}
        submit="Create a link"
      />
      {token !== undefined && <CreatedLink token={token} />}
    </>
  );
}

/** The URL of a new link, whose token the service returns only once. */
function CreatedLink({ token }: { token: string }) {
  const address = `${SHOWCASE_URL}s/${token}`;
  return (
    <div className="fresh-link" role="status">
      <p>This is your link. Copy it now: it will not be shown again.</p>
      <p>
        <a href={address}>{address}</a>
      </p>
      <CopyButton text={address} />
    </div>
  );
}

interface ShareFormProps {
  scope: NewShare['scope'];
  /** The link to change. Default: a new link. */
  link?: Share;
  save: (fields: Pick<NewShare, 'title' | 'password' | 'expires_at'>) => Promise<unknown>;
  submit: string;
  /** Rendered next to the button. */
  children?: ReactNode;
}

/** A form for the title, password and expiry date of a share link. */
export function ShareForm({ scope, link, save, submit, children }: ShareFormProps) {
  const queries = useQueryClient();
  const lastDay = link?.expires_at ? toDay(new Date(link.expires_at)) : '';
  const [title, setTitle] = useState(link?.title ?? '');
  const [password, setPassword] = useState('');
  const [removesPassword, setRemovesPassword] = useState(false);
  const [until, setUntil] = useState(lastDay);
  const action = useAction({
    mutationFn: () =>
      save({
        title,
        ...((password || removesPassword) && { password: removesPassword ? null : password }),
        // Not sent if the day is unchanged, so that the link still ends at the same time of day.
        ...(until !== lastDay && { expires_at: until ? endOfDay(until) : null }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: LINKS }),
  });
  const errors = fieldErrorsOf(action.error);
  return (
    <Form error={action.error} fields={['title', 'password', 'expires_at']} onSubmit={() => action.mutate()}>
      <TextField
        label="Title"
        errors={errors['title']}
        hint={
          scope === 'item'
            ? 'Only you see it, in the list of your links.'
            : 'Visitors see it as the heading; your username is shown too.'
        }
        value={title}
        change={setTitle}
      />
      <TextField
        label={link?.has_password ? 'New password' : 'Password (optional)'}
        errors={errors['password']}
        hint={`At least 8 characters.${link?.has_password ? ' Leave it empty to keep the current one.' : ''}`}
        type="password"
        autoComplete="new-password"
        disabled={removesPassword}
        value={password}
        change={setPassword}
      />
      {link?.has_password && (
        <Check label="Remove the password" value={removesPassword} change={setRemovesPassword} />
      )}
      <TextField
        label="Expires on (optional)"
        errors={errors['expires_at']}
        hint="Without a date, the link works until you stop sharing."
        type="date"
        min={toDay(new Date())}
        max="9999-12-30"
        value={until}
        change={setUntil}
      />
      <div className="actions">
        <button type="submit" className="button primary" disabled={action.isPending}>
          {submit}
        </button>
        {children}
      </div>
    </Form>
  );
}
