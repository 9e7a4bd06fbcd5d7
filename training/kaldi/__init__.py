"""A small Kaldi library: the files of a Vosk model, read and written without Kaldi.

`matrix` holds the binary primitives, `nnet3` the network, `transitions` the phones' states, `features` the front end,
`graphs` the decoding graphs, `model_folder` the whole folder that stock Vosk loads.
"""
