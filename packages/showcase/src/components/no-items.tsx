import { Link, useSearchParams } from 'react-router';
import { Button } from './button.tsx';
import { ClearFilters } from './item-filters.tsx';
import { listChosenFilters } from './item-query.ts';
import type { ItemSource } from './use-item-pages.ts';
import { useSetParam } from './use-set-param.ts';

/** Shown instead of an empty list of items: offers to remove the filters, or ways to start a collection. */
export function NoItems({ source }: { source: ItemSource }) {
  const [params] = useSearchParams();
  const set = useSetParam();
  const search = params.get('search');
  if (search || listChosenFilters(params).length > 0)
    return (
      <div className="empty no-items">
        <p>{search ? `No item matches “${search}”.` : 'No item matches.'}</p>
        {search && (
          <Button className="link-button" onClick={() => set('search', '')}>
            Clear the search
          </Button>
        )}
        <ClearFilters />
      </div>
    );
  return source === 'mine' ? <EmptyCollection /> : <p className="empty">There are no items yet.</p>;
}

const STARTING_POINTS = [
  {
    to: '/collection/import',
    title: 'Import a spreadsheet',
    text: 'Upload your file as it is. You can check what each row becomes before anything is added.',
  },
  {
    to: '/add',
    title: 'Find your first shirt',
    text: 'Search the catalogue for its club and season, and most of the form is filled in.',
  },
  {
    to: '/collection/import#archive',
    title: 'Read a collection from Football Kit Archive',
    text: 'Your collector number is enough.',
  },
] as const;

/** Ways to start a collection. */
function EmptyCollection() {
  return (
    <section className="beginning" aria-labelledby="beginning">
      <h2 id="beginning">Your collection is empty. How would you like to begin?</h2>
      <ul>
        {STARTING_POINTS.map(({ to, title, text }) => (
          <li key={to}>
            <Link to={to} className="kit-choice">
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
