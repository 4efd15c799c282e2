"""The embedded judge: llama.cpp in this process, and the model file that it reads."""
