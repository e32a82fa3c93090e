// A view whose code is loaded when it is opened for the first time.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { showError } from './message.ts';

type View = () => JSX.Element;

export function lazy(load: () => Promise<View>): View {
  let loaded: View | null = null;
  return function Lazy() {
    const [Content, setContent] = useState<{ readonly view: View } | null>(loaded && { view: loaded });
    useEffect(() => {
      if (Content) return;
      load().then(
        (view) => {
          loaded = view;
          setContent({ view });
        },
        (error) => showError('The view', error),
      );
    }, []);
    return Content ? <Content.view /> : <p class="loading">Loading…</p>;
  };
}
