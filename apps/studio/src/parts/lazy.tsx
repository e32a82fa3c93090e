// A view whose code is loaded when it is opened for the first time.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { showError } from './message.ts';

type View = () => JSX.Element | null;

/** @param waiting what is shown until then */
export function lazy(load: () => Promise<View>, waiting = 'Loading…'): View {
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
    if (Content) return <Content.view />;
    return waiting ? <p class="loading">{waiting}</p> : null;
  };
}
