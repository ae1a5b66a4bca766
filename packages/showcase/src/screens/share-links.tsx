import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Share } from '@kitroom/collection-client';
import { Button } from '../components/button.tsx';
import { Loading, Problem } from '../components/feedback.tsx';
import { useAction } from '../components/use-action.ts';
import { useCollection } from '../services.ts';
import { MyCollectionPage } from './my-collection-page.tsx';
import { LINKS, NewShareLink, ShareForm } from './share-form.tsx';

/** The links with which others can see the collection without an account. */
export function ShareLinksScreen() {
  const collection = useCollection();
  const links = useQuery({
    queryKey: LINKS,
    queryFn: ({ signal }) => collection.shares.list({ page_size: 100 }, { signal }),
  });
  return (
    <MyCollectionPage title="Share">
      <div className="columns">
        <section aria-labelledby="new-link">
          <h2 id="new-link">Share your collection</h2>
          <p>Everyone with the link sees your public items and their photos, without an account.</p>
          <NewShareLink subject={{ scope: 'collection' }} />
        </section>
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
    </MyCollectionPage>
  );
}

/** A link with buttons to change and remove it. */
function LinkLine({ link }: { link: Share }) {
  const { shares } = useCollection();
  const queries = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const remove = useAction({
    mutationFn: () => shares.remove({ id: link.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: LINKS }),
  });
  const title = link.title || (link.scope === 'item' ? 'One item' : 'Whole collection');
  const name = `the link “${title}” of ${showDay(link.created_at)}`;
  return (
    <li>
      <span>
        <strong>{title}</strong>
        <small>{describeLink(link)}</small>
        {remove.error && <Problem error={remove.error} />}
      </span>
      {!isChanging && (
        <span className="actions">
          <Button aria-label={`Change ${name}`} onClick={() => setChanging(true)}>
            Change
          </Button>
          <Button
            aria-label={`Stop sharing ${name}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Stop sharing
          </Button>
        </span>
      )}
      {isChanging && (
        <ShareForm
          scope={link.scope}
          link={link}
          save={async (fields) => {
            await shares.patch({ id: link.id }, fields);
            setChanging(false);
          }}
          submit="Save"
        >
          <Button onClick={() => setChanging(false)}>Cancel</Button>
        </ShareForm>
      )}
    </li>
  );
}

function describeLink({ scope, title, created_at: created, has_password, expires_at: end }: Share): string {
  return [
    title !== '' && scope === 'item' && 'one item',
    `since ${showDay(created)}`,
    end !== null && `until ${showDay(end)}`,
    has_password && 'with a password',
  ]
    .filter(Boolean)
    .join(', ');
}

function showDay(time: string): string {
  return new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });
}
