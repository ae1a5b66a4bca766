import { Link } from 'react-router';
import { Swatch } from '../components/swatch.tsx';
import { toKitsPath } from '../components/use-kits.ts';
import { COLOURS, HEX } from './kit-filter-options.ts';

const LINKS = {
  '/kits': 'All kits',
  '/clubs': 'Clubs',
  '/countries': 'Countries',
  '/competitions': 'Competitions',
  '/brands': 'Brands',
};

/** Links to the lists of the catalogue, and to kits by colour. */
export function CatalogueLinks() {
  return (
    <nav className="ways" aria-label="Catalogue">
      <ul className="actions">
        {Object.entries(LINKS).map(([path, text]) => (
          <li key={path}>
            <Link to={path} className="button">
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <h2 id="colours">Kits by colour</h2>
      <ul className="actions" aria-labelledby="colours">
        {COLOURS.map((name) => (
          <li key={name}>
            <Link to={toKitsPath({ primary_color: name })} className="colour-link">
              <Swatch name={name} color={HEX[name] ?? ''} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
