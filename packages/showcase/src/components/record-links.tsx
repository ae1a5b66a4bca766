import { Link } from 'react-router';

/** A link to a club, country, competition, brand or season. */
export interface RecordLink {
  path: string;
  name: string;
  detail?: string | null;
  image?: string | null;
}

/** Links to records, in columns. */
export function RecordLinks({ records }: { records: readonly RecordLink[] }) {
  return (
    <ul className="records">
      {records.map(({ path, name, detail, image }) => (
        <li key={path}>
          <Link to={path} className="record">
            {image && <img src={image} alt="" width="40" height="40" loading="lazy" />}
            <span>
              <span className="record-name">{name}</span>
              {detail && <small>{detail}</small>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
