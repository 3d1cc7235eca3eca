# The front door. Each target is one call of a tool; `make help` lists them.
#
# Knobs, as in `make run N=2^20 BLOCK=128`:
#   N= BLOCK= INPUT= DATA= SEED= REPEAT= DEVICE= BACKEND=simt|cuda CSV=file ONLY=part

BLOCK ?= 256
export N BLOCK INPUT DATA SEED REPEAT DEVICE BACKEND CSV ONLY SEEDS VALUES JSON SVG NO_INSTALL FORCE

# What else may stand on the command line; anything else is a slip, and would be ignored.
KNOBS = N BLOCK INPUT DATA SEED REPEAT DEVICE BACKEND CSV ONLY SEEDS VALUES JSON SVG NO_INSTALL FORCE LEARNER \
        BUILD TARGETS CC CXX CFLAGS CXXFLAGS CUDACXX NO_COLOR SIMT_% CMAKE_% CUDA_%
given := $(foreach v,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(v)))),$(v)))
slips := $(filter-out $(KNOBS) MAKEOVERRIDES -*-command-variables-*-,$(given))
$(if $(slips),$(error There is no knob $(slips): make help lists them))

.SUFFIXES: # no rules of make's own: step- is not step-.o
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := help
.PHONY: docs docs-serve docs-data docs-tools check-docs check-commands editor lab-report profile readme run check check-long check-seeds check-aarch64 diff-table bench-simt variants bench charts build cuda-compile clean help exercise watch

run check check-long check-seeds check-aarch64 diff-table bench-simt variants bench charts readme build cuda-compile clean:
	@sh tools/front.sh $@

profile:
	@sh tools/front.sh profile

profile-%:
	@sh tools/front.sh profile $*

# Pictures are for small blocks: 64 threads unless BLOCK is given.
trace-%: export TRACE_BLOCK = $(if $(filter file,$(origin BLOCK)),64,$(BLOCK))
trace-%:
	@sh tools/front.sh trace $*

variant-%:
	@sh tools/front.sh variant $*

step-%:
	@sh tools/front.sh step $*

diff-%:
	@sh tools/front.sh diff $*

exercise:
	@sh tools/exercise.sh list

watch:
	@sh tools/exercise.sh watch

exercise-%:
	@sh tools/exercise.sh check $*

hint-%:
	@sh tools/exercise.sh hint $*

solution-%:
	@sh tools/exercise.sh solution $*

reset-%:
	@sh tools/exercise.sh reset $*

docs docs-serve docs-data docs-tools check-docs check-commands editor:
	@sh tools/docs.sh $(patsubst docs-%,%,$(patsubst check-%,%,$(subst check-docs,check,$@)))

lab-report:
	@sh tools/lab.sh report

lab-%:
	@sh tools/lab.sh $*

help:
	@cat tools/help.txt

.DEFAULT:
	@echo "There is no target $@: make help lists them." >&2; exit 2
