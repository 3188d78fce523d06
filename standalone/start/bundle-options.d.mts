/** Bundle of a job that runs in a thread to the file that it starts from. */
export const jobs: Record<string, string>
