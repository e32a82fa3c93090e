// The part of glTF-Validator's API that tests use; the package has no declarations.
export function validateBytes(bytes: Uint8Array): Promise<{
  readonly issues: {
    readonly messages: readonly { readonly code: string; readonly message: string; readonly severity: number }[];
  };
}>;
