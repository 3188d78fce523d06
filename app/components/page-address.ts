/** The address of a page of the portal: `users/delete` about what `parameters` name. */
export const pageAddress = (page: string, parameters: Record<string, string>) =>
  `/portal/${page}?${new URLSearchParams(parameters).toString()}`
