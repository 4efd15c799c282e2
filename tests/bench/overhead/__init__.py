"""What bench_overhead measures: each of these modules is a process that judges conversations and prints its CPU cost.

    python FILE SPEC CONVERSATIONS N_CALLS

Its clock starts when everything is imported and has been used once, and stops when all is judged. `of_sdk.py` and
`of_adk.py` run in the environment of google-adk, where nothing of this project is installed.
"""
