// Shows the error of a view in its place, so that the rest of the page can still be used.
import { Component, type ComponentChildren } from 'preact';

interface Properties {
  readonly children: ComponentChildren;
}

export class Boundary extends Component<Properties, { readonly problem: string }> {
  override state = { problem: '' };

  override componentDidCatch(error: unknown): void {
    this.setState({ problem: error instanceof Error ? error.message : String(error) });
  }

  override render() {
    if (!this.state.problem) return this.props.children;
    return (
      <div class="plots">
        <p class="notice" role="alert">
          This view cannot show the present state: {this.state.problem}
        </p>
        <button type="button" onClick={() => this.setState({ problem: '' })}>
          Try again
        </button>
      </div>
    );
  }
}
