import { useState, type KeyboardEvent } from 'react';
import { TAG_MAX, TAGS_MAX } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { FIELD_WORDS } from '../../components/item-words.ts';
import type { CheckedForm } from './use-item-values.ts';

/**
 * Tags, each of which may contain commas. Enter ends the one that is typed; it is a tag of the item without
 * it, too, as buttons that move when the field is left are missed by a click.
 */
export function TagsInput({ form }: { form: CheckedForm }) {
  const [tags, setTags] = useState(form.values.fields.tags ?? []);
  const [text, setText] = useState('');

  function set(ended: readonly string[], typed: string) {
    setTags([...ended]);
    setText(typed);
    form.change({ tags: withTag(ended, typed) });
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter ends the composition of an input method first.
    if (event.key !== 'Enter') return;
    // The form must not be sent.
    event.preventDefault();
    set(withTag(tags, text), '');
  }

  return (
    <div className="size">
      <TextField
        label={FIELD_WORDS.tags}
        errors={form.errors['tags']}
        hint="Press Enter after each tag."
        maxLength={TAG_MAX}
        disabled={tags.length >= TAGS_MAX}
        value={text}
        change={(typed) => set(tags, typed)}
        onKeyDown={onKeyDown}
      />
      <ul className="chips">
        {tags.map((tag) => (
          <li key={tag} className="chip">
            <span>{tag}</span>
            <Button
              className="link-button"
              aria-label={`Remove the tag ${tag}`}
              onClick={() =>
                set(
                  tags.filter((one) => one !== tag),
                  text,
                )
              }
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function withTag(tags: readonly string[], text: string): string[] {
  const tag = text.trim();
  const isNew = tag !== '' && !tags.some((one) => one.toLowerCase() === tag.toLowerCase());
  return isNew ? [...tags, tag] : [...tags];
}
