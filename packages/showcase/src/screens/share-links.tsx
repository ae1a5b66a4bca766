import type { Share } from '@kitroom/collection-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Loading, Problem } from '../components/feedback.tsx';
import { Field } from '../components/field.tsx';
import { fieldErrorsOf } from '../components/field-errors.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { FreshLink } from '../components/fresh-link.tsx';
import { useAction } from '../components/use-action.ts';
import { useCollection } from '../services.ts';
import { MyCollectionHeader } from './my-collection-header.tsx';

const LINKS = ['shares'];

/** Links by which others see the collection without an account. */
export function ShareLinksScreen() {
  const collection = useCollection();
  const links = useQuery({
    queryKey: LINKS,
    queryFn: ({ signal }) => collection.shares.list({ page_size: 100 }, { signal }),
  });
  return (
    <div className="page">
      <title>Share · Kitroom</title>
      <MyCollectionHeader />
      <div className="columns">
        <NewLink />
        <section aria-labelledby="links">
          <h2 id="links">Your links</h2>
          {links.isPending && <Loading />}
          {links.isError && <Problem error={links.error} onRetry={() => void links.refetch()} />}
          {links.data?.count === 0 && <p className="empty">None yet.</p>}
          <ul className="links">
            {links.data?.results.map((link) => (
              <LinkLine key={link.id} link={link} />
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function NewLink() {
  const collection = useCollection();
  const queries = useQueryClient();
  const [title, setTitle] = useState('');
  const [password, setPassword] = useState('');
  const create = useAction({
    mutationFn: () => collection.shares.create({ scope: 'collection', title, password: password || null }),
    onSuccess: () => queries.invalidateQueries({ queryKey: LINKS }),
  });
  const errors = fieldErrorsOf(create.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate();
  }

  return (
    <section aria-labelledby="new-link">
      <h2 id="new-link">Share your collection</h2>
      <p>Everyone with the link sees your public items and their photos, without an account.</p>
      <form className="form" onSubmit={submit}>
        <FormProblem error={create.error} fields={['title', 'password']} />
        <Field label="Title" errors={errors['title']} hint="Visitors see it instead of your name.">
          {(attributes) => (
            <input {...attributes} value={title} onChange={(event) => setTitle(event.target.value)} />
          )}
        </Field>
        <Field label="Password, if you want one" errors={errors['password']} hint="At least 8 characters.">
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <button type="submit" className="button primary" disabled={create.isPending}>
          Create a link
        </button>
      </form>
      {create.data && <FreshLink token={create.data.token} />}
    </section>
  );
}

function LinkLine({ link }: { link: Share }) {
  const collection = useCollection();
  const queries = useQueryClient();
  const end = useAction({
    mutationFn: () => collection.shares.remove({ id: link.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: LINKS }),
  });
  const title = link.title || (link.scope === 'item' ? 'One item' : 'Whole collection');
  const created = new Date(link.created_at).toLocaleDateString('en', { dateStyle: 'medium' });
  return (
    <li>
      <span>
        <strong>{title}</strong>
        <small>{[created, link.has_password && 'with a password'].filter(Boolean).join(', ')}</small>
        {end.error && <Problem error={end.error} />}
      </span>
      <button
        type="button"
        className="button"
        aria-label={`End the link “${title}” of ${created}`}
        disabled={end.isPending}
        onClick={() => end.mutate()}
      >
        End
      </button>
    </li>
  );
}
