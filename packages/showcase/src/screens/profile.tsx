import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { BIOGRAPHY_MAX, LOCATION_MAX, type Profile } from '@kitroom/collection-client';
import { Button } from '../components/button.tsx';
import { Avatar } from '../components/collection-header.tsx';
import { Loading } from '../components/feedback.tsx';
import { Check, Field, TextField } from '../components/field.tsx';
import { fieldErrorsOf, Form, FormProblem } from '../components/form.tsx';
import { ProblemPage } from '../components/page.tsx';
import { useAction } from '../components/use-action.ts';
import { useUnsavedChanges } from '../components/use-unsaved-changes.ts';
import { useCollection } from '../services.ts';
import { PROFILE, useProfile } from './account/use-profile.ts';
import { MyCollectionPage } from './my-collection-page.tsx';

/** The user's public profile. Sign-in methods have their own screen. */
export function ProfileScreen() {
  const query = useProfile();
  if (query.isError) return <ProblemPage error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const profile = query.data;
  return (
    <MyCollectionPage title="Profile">
      <p>
        {profile.is_private ? 'Only you see your collection.' : 'Others see this next to your collection. '}
        {!profile.is_private && <Link to={`/u/${profile.username}`}>See your page</Link>}
      </p>
      <AvatarField profile={profile} />
      <ProfileForm profile={profile} />
      <p>
        <Link to="/account">Account: e-mail address, password, two-factor authentication, sessions</Link>
      </p>
    </MyCollectionPage>
  );
}

function AvatarField({ profile }: { profile: Profile }) {
  const { accounts } = useCollection();
  const queries = useQueryClient();
  const change = useAction({
    mutationFn: async (avatar: File | null) => {
      if (avatar) await accounts.putAvatar({ avatar });
      else await accounts.removeAvatar();
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: PROFILE }),
        queries.invalidateQueries({ queryKey: ['collection'] }),
      ]),
  });
  return (
    <section className="owner" aria-label="Picture">
      <Avatar owner={profile} alt="Your picture" />
      <div className="form">
        <FormProblem error={change.error} fields={['avatar']} />
        <Field
          label="Picture"
          errors={fieldErrorsOf(change.error)['avatar']}
          hint="It is cropped to a square."
        >
          {(described) => (
            <input
              {...described}
              type="file"
              accept="image/*"
              disabled={change.isPending}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) change.mutate(file);
                target.value = '';
              }}
            />
          )}
        </Field>
        {profile.avatar && (
          <Button className="link-button" disabled={change.isPending} onClick={() => change.mutate(null)}>
            Remove the picture
          </Button>
        )}
      </div>
    </section>
  );
}

const FIELDS = ['name', 'location', 'biography', 'is_private'] as const;

function ProfileForm({ profile }: { profile: Profile }) {
  const { accounts } = useCollection();
  const queries = useQueryClient();
  const [changes, setChanges] = useState<Partial<Pick<Profile, (typeof FIELDS)[number]>>>({});
  const { name, location, biography, is_private } = { ...profile, ...changes };
  const save = useAction({
    mutationFn: () => accounts.patchProfile(changes),
    onSuccess: async (saved) => {
      queries.setQueryData(PROFILE, saved);
      setChanges({});
      await queries.invalidateQueries({ queryKey: ['collection'] });
    },
  });
  const change = (changed: typeof changes) => {
    save.reset();
    setChanges((current) => ({ ...current, ...changed }));
  };
  const isChanged = FIELDS.some((field) => changes[field] !== undefined && changes[field] !== profile[field]);
  useUnsavedChanges(isChanged);
  const errors = fieldErrorsOf(save.error);
  return (
    <Form error={save.error} fields={FIELDS} onSubmit={() => save.mutate()}>
      <TextField
        label="Name"
        errors={errors['name']}
        hint={`Without one, others see @${profile.username}.`}
        autoComplete="name"
        value={name}
        change={(text) => change({ name: text })}
      />
      <TextField
        label="Location"
        errors={errors['location']}
        maxLength={LOCATION_MAX}
        value={location}
        change={(text) => change({ location: text })}
      />
      <TextField
        label="About you"
        errors={errors['biography']}
        rows={5}
        maxLength={BIOGRAPHY_MAX}
        value={biography}
        change={(text) => change({ biography: text })}
      />
      <Check
        label="Hide my profile and my items from others"
        value={is_private}
        change={(isChecked) => change({ is_private: isChecked })}
      />
      <div className="actions">
        <button type="submit" className="button primary" disabled={save.isPending || !isChanged}>
          Save
        </button>
        <span role="status">{save.isSuccess && 'Saved.'}</span>
      </div>
    </Form>
  );
}
